// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Erc721} from "../src/Erc721.sol";
import {CollectionTest} from "./support/CollectionTest.sol";
import {GoodReceiver, OddReceiver, RevertingReceiver, SilentReceiver} from "./support/Receivers.sol";
import {Vm, check, checkEq, vm} from "./support/Vm.sol";

contract TransfersTest is CollectionTest {
    uint256 private constant TOKEN = 42;
    address private _owner;

    function setUp() public override {
        super.setUp();
        mintTo(TOKEN, 0);
        _owner = addressOf(0);
    }

    function test_theOwnerMovesTheToken() public {
        vm.recordLogs();
        vm.prank(_owner);
        collection.transferFrom(_owner, STRANGER, TOKEN);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        checkEq(logs.length, 1, "one event");
        check(logs[0].topics[1] == bytes32(uint256(uint160(_owner))), "from");
        check(logs[0].topics[2] == bytes32(uint256(uint160(STRANGER))), "to");
        checkEq(collection.ownerOf(TOKEN), STRANGER, "owner");
        (, uint256 version,) = collection.signatureNonces(TOKEN);
        checkEq(version, 1, "version");
    }

    function test_theApprovedAccountMovesTheTokenOnce() public {
        vm.recordLogs();
        vm.prank(_owner);
        collection.approve(STRANGER, TOKEN);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        check(logs[0].topics[0] == keccak256("Approval(address,address,uint256)"), "Approval");
        check(logs[0].topics[1] == bytes32(uint256(uint160(_owner))), "of the owner");
        check(logs[0].topics[2] == bytes32(uint256(uint160(STRANGER))), "for the approved");
        check(logs[0].topics[3] == bytes32(TOKEN), "of the token");
        checkEq(collection.getApproved(TOKEN), STRANGER, "approved");
        vm.prank(STRANGER);
        collection.transferFrom(_owner, addressOf(1), TOKEN);
        checkEq(collection.getApproved(TOKEN), address(0), "used up");
        vm.prank(STRANGER);
        vm.expectRevert(Erc721.NotApproved.selector);
        collection.transferFrom(addressOf(1), STRANGER, TOKEN);
    }

    function test_anApprovalIsChangedAndTakenBack() public {
        vm.startPrank(_owner);
        collection.approve(STRANGER, TOKEN);
        collection.approve(addressOf(3), TOKEN);
        checkEq(collection.getApproved(TOKEN), addressOf(3), "changed");
        collection.approve(address(0), TOKEN);
        collection.approve(address(0), TOKEN);
        vm.stopPrank();
        checkEq(collection.getApproved(TOKEN), address(0), "taken back");
        vm.prank(addressOf(3));
        vm.expectRevert(Erc721.NotApproved.selector);
        collection.transferFrom(_owner, STRANGER, TOKEN);
    }

    function test_anOperatorMovesAndApprovesForTheOwner() public {
        vm.recordLogs();
        vm.prank(_owner);
        collection.setApprovalForAll(STRANGER, true);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        check(logs[0].topics[0] == keccak256("ApprovalForAll(address,address,bool)"), "ApprovalForAll");
        check(abi.decode(logs[0].data, (bool)), "given");
        check(collection.isApprovedForAll(_owner, STRANGER), "operator");
        vm.prank(STRANGER);
        collection.approve(addressOf(5), TOKEN);
        checkEq(collection.getApproved(TOKEN), addressOf(5), "approved by the operator");
        vm.prank(STRANGER);
        collection.transferFrom(_owner, addressOf(1), TOKEN);
        vm.prank(STRANGER);
        vm.expectRevert(Erc721.NotApproved.selector);
        collection.transferFrom(addressOf(1), STRANGER, TOKEN); // another owner's now
        mintTo(TOKEN + 1, 0);
        vm.prank(_owner);
        collection.setApprovalForAll(STRANGER, false);
        vm.prank(STRANGER);
        vm.expectRevert(Erc721.NotApproved.selector);
        collection.transferFrom(_owner, STRANGER, TOKEN + 1);
    }

    function test_strangersNeitherMoveNorApprove() public {
        vm.startPrank(STRANGER);
        vm.expectRevert(Erc721.NotApproved.selector);
        collection.transferFrom(_owner, STRANGER, TOKEN);
        vm.expectRevert(Erc721.NotApproved.selector);
        collection.approve(STRANGER, TOKEN);
        vm.expectRevert(Erc721.WrongOwner.selector);
        collection.transferFrom(STRANGER, addressOf(1), TOKEN);
        vm.stopPrank();
    }

    function test_theApprovedAccountCannotApprove() public {
        vm.prank(_owner);
        collection.approve(STRANGER, TOKEN);
        vm.prank(STRANGER);
        vm.expectRevert(Erc721.NotApproved.selector);
        collection.approve(addressOf(1), TOKEN);
    }

    function test_nobodyCannotOwn() public {
        vm.prank(_owner);
        vm.expectRevert(Erc721.InvalidRecipient.selector);
        collection.transferFrom(_owner, address(0), TOKEN);
    }

    function test_aTransferToOneselfKeepsTheBalance() public {
        vm.prank(_owner);
        collection.transferFrom(_owner, _owner, TOKEN);
        checkEq(collection.balanceOf(_owner), 1, "balance");
        (, uint256 version,) = collection.signatureNonces(TOKEN);
        checkEq(version, 1, "version");
    }

    function test_aSafeTransferAsksTheReceiver() public {
        GoodReceiver receiver = new GoodReceiver();
        vm.prank(_owner);
        collection.safeTransferFrom(_owner, address(receiver), TOKEN, "gift");
        checkEq(receiver.lastOperator(), _owner, "operator");
        checkEq(receiver.lastFrom(), _owner, "from");
        checkEq(receiver.lastTokenId(), TOKEN, "token");
        checkEq(string(receiver.lastData()), "gift", "data");
        vm.prank(address(receiver));
        collection.safeTransferFrom(address(receiver), _owner, TOKEN);
        checkEq(collection.ownerOf(TOKEN), _owner, "back");
        vm.prank(_owner);
        collection.safeTransferFrom(_owner, address(receiver), TOKEN);
        checkEq(receiver.lastData().length, 0, "no data");
    }

    function test_aSafeTransferToAnUnsafeContractFails() public {
        address[3] memory unsafeOnes =
            [address(new SilentReceiver()), address(new OddReceiver()), address(new RevertingReceiver(""))];
        for (uint256 i; i < unsafeOnes.length; ++i) {
            vm.startPrank(_owner);
            vm.expectRevert(Erc721.UnsafeRecipient.selector);
            collection.safeTransferFrom(_owner, unsafeOnes[i], TOKEN);
            vm.expectRevert(Erc721.UnsafeRecipient.selector);
            collection.safeTransferFrom(_owner, unsafeOnes[i], TOKEN, "x");
            vm.stopPrank();
        }
    }

    function test_aSafeTransferNeedsTheSameRight() public {
        vm.startPrank(STRANGER);
        vm.expectRevert(Erc721.NotApproved.selector);
        collection.safeTransferFrom(_owner, STRANGER, TOKEN);
        vm.expectRevert(Erc721.NotApproved.selector);
        collection.safeTransferFrom(_owner, STRANGER, TOKEN, "");
        vm.stopPrank();
    }
}
