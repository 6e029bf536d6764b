// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Collection} from "../../src/Collection.sol";
import {GoodReceiver, SilentReceiver} from "./Receivers.sol";
import {Reference} from "./Reference.sol";
import {check, vm} from "./Vm.sol";

/// @notice The collection and the reference side by side, and the people who call them: both must give the same answers.
abstract contract Comparison {
    uint256 public constant TOKENS = 12;
    uint256 public constant PEOPLE = 8;
    uint256 private constant MEMBERS = 4; // have keys; then come a contract that takes tokens and one that does not

    Collection public immutable collection;
    Reference public immutable model;
    address public immutable operator;
    /// @notice How often each outcome happened: a green run that settles nothing proves nothing.
    mapping(string outcome => uint256) public times;

    /// @dev Members first, then the contracts, the collector and the operator.
    address[PEOPLE] private _people;

    constructor(Collection collection_, Reference model_, address operator_) {
        (collection, model, operator) = (collection_, model_, operator_);
        for (uint256 i; i < MEMBERS; ++i) {
            _people[i] = vm.addr(_key(i));
        }
        _people[4] = address(new GoodReceiver());
        _people[5] = address(new SilentReceiver());
        _people[6] = collection_.royaltyCollector();
        _people[7] = operator_;
    }

    function compare(uint256 token) public view {
        compareId(tokenId(token));
    }

    function compareId(uint256 id) public view {
        _sameAnswer(abi.encodeCall(collection.ownerOf, (id)));
        _sameAnswer(abi.encodeCall(collection.getApproved, (id)));
        _sameAnswer(abi.encodeCall(collection.signatureNonces, (id)));
        _sameAnswer(abi.encodeCall(collection.creatorOf, (id)));
        _sameAnswer(abi.encodeCall(collection.royaltyInfo, (id, 1 ether)));
        for (uint256 i; i < PEOPLE; ++i) {
            _sameAnswer(abi.encodeCall(collection.balanceOf, (person(i))));
        }
    }

    function tokenId(uint256 token) public pure returns (uint256) {
        return uint256(keccak256(abi.encode("token", token % TOKENS)));
    }

    function person(uint256 i) public view returns (address) {
        return _people[i % PEOPLE];
    }

    /// @dev The same call to both; the same outcome, which is counted.
    function _call(string memory name, address sender, bytes memory sent) internal returns (bool ok) {
        vm.prank(sender);
        (ok,) = address(collection).call(sent);
        vm.prank(sender);
        (bool expected,) = address(model).call(sent);
        check(ok == expected, string.concat("differs: ", name));
        times[ok ? name : string.concat(name, ", refused")]++;
    }

    function _sameAnswer(bytes memory question) private view {
        (bool ok, bytes memory answer) = address(collection).staticcall(question);
        (bool expectedOk, bytes memory expected) = address(model).staticcall(question);
        check(ok == expectedOk && (!ok || keccak256(answer) == keccak256(expected)), "answers differ");
    }

    function _mayMove(uint256 id, address from, address sender) internal view returns (bool) {
        (address owner,,) = model.signatureNonces(id);
        if (owner == address(0) || owner != from) return false;
        return sender == owner || model.getApproved(id) == sender || model.isApprovedForAll(owner, sender);
    }

    function _key(uint256 member) private pure returns (uint256) {
        return uint256(keccak256(abi.encode("member", member))) >> 1;
    }

    /// @dev The owner's key, if the owner is a member; else, and sometimes all the same, another's.
    function _signerFor(address owner, uint256 forger) internal view returns (uint256) {
        for (uint256 i; i < MEMBERS && forger % 8 != 0; ++i) {
            if (_people[i] == owner) return _key(i);
        }
        return _key((forger >> 8) % MEMBERS);
    }
}
